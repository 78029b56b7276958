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
 * For how to use it, and for the mistakes that it can't detect, see README.md next to this file, or docs/c.md in sortid. Rules
 * for all functions:
 *
 * - After an error, nothing was written except for the position of a wrong digit, and the generator is left unchanged.
 * - Functions that parse write the offset of the first wrong character to `position` if the result is SORTID_DIGIT, and if
 *   `position` is not null.
 * - Instants are in milliseconds since 1970, unless they are called `unix_us`.
 * - The memory of a generator starts at a multiple of SORTID_GENERATOR_ALIGN. The generator types ensure this. Nothing else needs
 *   a particular alignment.
 * - Only one call at a time may use a generator. IDs and strings have no such restriction.
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

/// The text before the codes. An enumeration can have an explicit underlying type only in C++ and in C23. In older C,
/// it has no name: sharing a name with the type of the codes is an error in C++, and GCC's `-Wc++-compat` warns about
/// it.
const CODES_START: &str = "\
// The result of a function. After an error, nothing was written to the caller's memory except for the position of a wrong digit, and
// the generator is left unchanged.
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
            header += &format!("#define {} {}", constant_name(scheme, constant.name), constant.value);
            comment(&mut header, " ", constant.doc, Some(scheme));
        }
        header += "\n";
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

/// Adds a struct, for one scheme or for all.
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

/// Adds a function of a scheme. Parameters that do not fit on its line each get their own line.
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

/// Adds a comment, wrapped to fit, unless it is empty.
fn comment(header: &mut String, indent: &str, doc: &[&str], scheme: Option<&Scheme>) {
    if doc.is_empty() {
        return;
    }
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

/// Returns the C declarations of the members of a struct or a function.
fn declarations(group: &Group, scheme: Option<&Scheme>) -> Result<Vec<String>, String> {
    let members = group.members.iter();
    members.map(|member| declaration(member.name, member.value, scheme)).collect()
}

/// Returns the C declaration of a name with a Rust type.
fn declaration(name: &str, rust: &str, scheme: Option<&Scheme>) -> Result<String, String> {
    // The spaces that `stringify!` inserts depend on how many macros passed the type on.
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

/// Returns the C name of a type.
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

/// Returns the C name of a scheme's constant.
fn constant_name(scheme: &Scheme, name: &str) -> String {
    format!("SORTID_{}_{name}", scheme.name.to_uppercase())
}
