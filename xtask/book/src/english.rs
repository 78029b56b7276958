//! Checks the prose of pages for phrases that CONTRIBUTING.md replaces. Only phrases that are almost always wrong are
//! listed.

use std::path::Path;

use anyhow::Result;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use regex::{Regex, RegexBuilder};

use crate::pages::Pages;

/// Each phrase, as a regular expression, and the advice. A space stands for any whitespace.
const PHRASES: [(&str, &str); 22] = [
    ("texts", "write “strings” or “text forms”"),
    ("there (is|are|was|were) (no|none|nothing|nobody)", "say who lacks or fails to do what"),
    ("(that|those) of", "repeat the noun, or use a possessive"),
    ("those (that|who|which|with|without|from|for|in|below|above)", "repeat the noun"),
    (
        "another (clock|format|form|generator|kind|length|node|number|order|prefix|scheme|type|value|version)",
        "write “a different” or “the wrong”",
    ),
    ("another one|the (exact|plain|right|wrong) one", "repeat the noun"),
    ("(is|are) as (for|in|it|they)", "write “like”, or state the fact"),
    ("as it was", "write “is left unchanged”"),
    ("mak(es|ing) ((an|no|each|more|any|all|new) )?IDs?", "write “generate”"),
    (
        "(the|an?|no) (crate|error|feature|field|function|macro|method|module|option|trait|type|variable) `",
        "put the name first, as in “the `idcore` crate”",
    ),
    ("[a-z]+ alone", "write “only”"),
    ("anew", "write “again”, or a verb with “re-”"),
    ("an? [a-z]+ of (its|our|their|your) own", "write “its own” or “a separate”"),
    ("(is|are|has|have|was) then", "start with the condition"),
    ("(?-i)node ids?", "write “node ID”"),
    ("planted", "write “injected”"),
    ("refuses?|refusing", "write “reject” or “deny”"),
    ("white space|(upper|lower) case", "write one word"),
    ("folders?", "write “directory”"),
    ("begins?|began|begun", "write “start”"),
    ("beside", "write “next to” or “in addition to”"),
    ("stands? still", "write “stops” or “doesn't advance”"),
];

/// Changelogs and generated pages, which are not edited.
const NOT_CHECKED: [&str; 2] = ["CHANGELOG.md", "agreement.md"];

/// Returns the number of checked pages, and their problems.
///
/// # Errors
///
/// Returns an error if a phrase is not a regular expression.
pub(crate) fn check(pages: &Pages) -> Result<(usize, Vec<String>)> {
    let phrases = PHRASES.map(|(phrase, instead)| Ok((compile(phrase)?, instead)));
    let phrases = phrases.into_iter().collect::<Result<Vec<_>>>()?;
    let is_checked = |page: &Path| !NOT_CHECKED.iter().any(|name| page.ends_with(name));
    let (mut count, mut problems) = (0, Vec::new());
    for (page, text) in pages.iter().filter(|(page, _)| is_checked(page)) {
        count += 1;
        let prose = prose(text);
        for (phrase, instead) in &phrases {
            for found in phrase.find_iter(&prose) {
                let line = prose[..found.start()].matches('\n').count() + 1;
                let words = found.as_str().split_whitespace().collect::<Vec<_>>().join(" ");
                problems.push(format!("{}:{line}: instead of “{words}”, {instead}", page.display()));
            }
        }
    }
    Ok((count, problems))
}

fn compile(phrase: &str) -> Result<Regex> {
    // A name in code follows the phrase that ends with its mark.
    let end = if phrase.ends_with('`') { "" } else { r"\b" };
    let phrase = format!(r"\b(?:{}){end}", phrase.replace(' ', r"\s+"));
    Ok(RegexBuilder::new(&phrase).case_insensitive(true).build()?)
}

/// Returns the prose of a page, at unchanged positions. Everything else becomes spaces, except for line ends, the
/// borders of cells, and the first backtick of a name in code.
fn prose(text: &str) -> String {
    let mut prose: Vec<_> =
        text.bytes().map(|byte| if b"\n|".contains(&byte) { byte } else { b' ' }).collect();
    let mut is_code = false;
    for (event, range) in Parser::new_ext(text, Options::all()).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(_)) => is_code = true,
            Event::End(TagEnd::CodeBlock) => is_code = false,
            Event::Text(_) if !is_code => prose[range.clone()].copy_from_slice(&text.as_bytes()[range]),
            Event::Code(_) => prose[range.start] = b'`',
            _ => {}
        }
    }
    String::from_utf8_lossy(&prose).into_owned()
}
