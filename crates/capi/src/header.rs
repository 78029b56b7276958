//! `header`: prints the header of the schemes in the library, from the same table as their functions. `cargo xtask capi` runs it.

#[allow(unsafe_code, reason = "the functions of the library, which this program describes and does not call")]
#[allow(non_camel_case_types, reason = "the names of C")]
#[allow(unreachable_pub, reason = "the library's module")]
mod interface;

use interface::table::{Group, Scheme};
use interface::{SCHEMES, code, sources};

/// The longest line.
const WIDTH: usize = 130;

const START: &str = concat!(
    "\
/* The C interface of sortid. Written by `cargo xtask capi --write` from the table in crates/capi: do not edit it.
 *
 * README.md beside it, or docs/c.md of sortid, shows how to use it, and names the mistakes that it can't notice. Rules for all
 * functions:
 *
 * - After an error, a function has written nothing except for the position of a wrong digit, and a generator is as it was.
 * - Memory of generators starts at a multiple of SORTID_GENERATOR_ALIGN, as that of the generator types does. Nothing else needs
 *   an alignment.
 * - One call at a time may use a generator. IDs and strings need no such care.
 */

#ifndef SORTID_H
#define SORTID_H

#include <stddef.h>
#include <stdint.h>

// The version of sortid.
#define SORTID_VERSION \"",
    env!("CARGO_PKG_VERSION"),
    "\"

// The alignment of the memory of generators in bytes, for memory that is not declared with their types.
#define SORTID_GENERATOR_ALIGN 8

"
);

/// Before the codes. The type of an enumeration has a size of its own only in C++ and in C23. Elsewhere it has no name, because one
/// name for it and for the type of the codes is an error in C++, and `-Wc++-compat` of GCC says so.
const CODES_START: &str = "\
// The result of a function. After an error, nothing was written to the caller's memory except for the position of a wrong digit, and
// a generator is as it was.
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
enum sortid_code : int32_t
#else
enum
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
{
";

const CODES_END: &str = "\
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum sortid_code sortid_code;
#else
typedef int32_t sortid_code;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

";

const FUNCTIONS_START: &str = "\
#ifdef __cplusplus
extern \"C\" {
#endif // __cplusplus

// Returns the name of a code in lowercase, such as `out_of_range`, and `unknown` for any other number. The test vectors use the
// same names.
const char *sortid_code_name(int32_t code);

";

const END: &str = "\
#ifdef __cplusplus
}  // extern \"C\"
#endif  // __cplusplus

#endif  /* SORTID_H */
";

fn main() -> Result<(), String> {
    header().map(|header| print!("{header}"))
}

fn header() -> Result<String, String> {
    let mut header = START.to_owned();
    for scheme in SCHEMES {
        for constant in scheme.constants {
            comment(&mut header, "", constant.doc, Some(scheme));
            let name = constant_name(scheme, constant.name);
            header += &format!("#define {name} {}\n\n", constant.value);
        }
    }
    header += CODES_START;
    for code in code::CODES {
        comment(&mut header, "    ", code.doc, None);
        header += &format!("    {} = {},\n", code.name, code.value);
    }
    header += CODES_END;
    for callback in sources::CALLBACKS {
        comment(&mut header, "", callback.doc, None);
        let parameters = declarations(callback, None)?.join(", ");
        header += &format!("typedef int32_t (*{})({parameters});\n\n", callback.name);
    }
    for group in sources::STRUCTS {
        structure(&mut header, group, None)?;
    }
    for scheme in SCHEMES {
        for group in scheme.structs.iter().copied().flatten() {
            structure(&mut header, group, Some(scheme))?;
        }
    }
    header += FUNCTIONS_START;
    for scheme in SCHEMES {
        for group in scheme.functions {
            function(&mut header, group, scheme)?;
        }
    }
    Ok(header + END)
}

/// Adds a struct, of a scheme or of all.
fn structure(header: &mut String, group: &Group, scheme: Option<&Scheme>) -> Result<(), String> {
    comment(header, "", group.doc, scheme);
    *header += "typedef struct {\n";
    for (member, declaration) in group.members.iter().zip(declarations(group, scheme)?) {
        comment(header, "    ", member.doc, scheme);
        *header += &format!("    {declaration};\n");
    }
    *header += &format!("}} {};\n\n", type_name(group.name, scheme)?);
    Ok(())
}

/// Adds a function of a scheme. Parameters that do not fit on its line are below each other.
fn function(header: &mut String, group: &Group, scheme: &Scheme) -> Result<(), String> {
    comment(header, "", group.doc, Some(scheme));
    let start = format!("sortid_code sortid_{}_{}(", scheme.name, group.name);
    let parameters = declarations(group, Some(scheme))?;
    let line = format!("{start}{});", parameters.join(", "));
    *header += &if line.len() <= WIDTH {
        line
    } else {
        format!("{start}{});", parameters.join(&format!(",\n{}", " ".repeat(start.len()))))
    };
    *header += "\n\n";
    Ok(())
}

/// Adds a comment, in lines that fit.
fn comment(header: &mut String, indent: &str, doc: &[&str], scheme: Option<&Scheme>) {
    let mut text = doc.join(" ");
    if let Some(scheme) = scheme {
        for (mark, meaning) in [("{name}", scheme.name), ("{title}", scheme.title), ("{one}", scheme.one)] {
            text = text.replace(mark, meaning);
        }
        for constant in scheme.constants {
            let meaning = format!("`{}` = {}", constant_name(scheme, constant.name), constant.value);
            text = text.replace(&format!("{{{}}}", constant.name), &meaning);
        }
    }
    let mut line = format!("{indent}//");
    for word in text.split_whitespace() {
        if line.len() + 1 + word.len() > WIDTH {
            *header += &line;
            *header += "\n";
            line = format!("{indent}//");
        }
        line += " ";
        line += word;
    }
    *header += &line;
    *header += "\n";
}

/// What declares each member of a struct or a function in C.
fn declarations(group: &Group, scheme: Option<&Scheme>) -> Result<Vec<String>, String> {
    let members = group.members.iter();
    members.map(|member| declaration(member.name, member.value, scheme)).collect()
}

/// What declares a name of a type in Rust.
fn declaration(name: &str, rust: &str, scheme: Option<&Scheme>) -> Result<String, String> {
    // Where `stringify!` puts spaces depends on how often a macro passed the type on.
    let rust = &*rust.replace(' ', "");
    if let Some(target) = rust.strip_prefix("*const") {
        return Ok(format!("const {} *{name}", type_name(target, scheme)?));
    }
    if let Some(target) = rust.strip_prefix("*mut") {
        return Ok(format!("{} *{name}", type_name(target, scheme)?));
    }
    let array = rust.strip_prefix('[').and_then(|array| array.strip_suffix(']'));
    if let Some((element, length)) = array.and_then(|array| array.split_once(';')) {
        let constant =
            scheme.filter(|scheme| scheme.constants.iter().any(|constant| constant.name == length));
        let length = constant.map_or(length.to_owned(), |scheme| constant_name(scheme, length));
        return Ok(format!("{} {name}[{length}]", type_name(element, scheme)?));
    }
    Ok(format!("{} {name}", type_name(rust, scheme)?))
}

/// The name of a type in C.
fn type_name(rust: &str, scheme: Option<&Scheme>) -> Result<String, String> {
    Ok(match (rust, scheme) {
        ("u8" | "u16" | "u32" | "u64", _) => format!("{}_t", rust.replace('u', "uint")),
        ("usize", _) => "size_t".to_owned(),
        ("c_char", _) => "char".to_owned(),
        ("c_void", _) => "void".to_owned(),
        ("Id" | "Fields" | "Config" | "Generator", Some(scheme)) => {
            format!("sortid_{}_{}", scheme.name, rust.to_lowercase())
        }
        ("NodeSpec", Some(scheme)) => format!("sortid_{}_node_spec", scheme.name),
        _ if rust.starts_with("sortid_") => rust.to_owned(),
        _ => return Err(format!("expected a type that has a name in C, found `{rust}`")),
    })
}

/// The name of a scheme's constant in C.
fn constant_name(scheme: &Scheme, name: &str) -> String {
    format!("SORTID_{}_{name}", scheme.name.to_uppercase())
}
