//! Reading the tags of the page, whose HTML this repository writes itself: lower-case
//! names, values in double quotes.

/// The opening tags of one name, without `<`, the name and `>`. Comments of the page
/// are not looked into, since a tag there loads nothing.
pub(crate) fn tags<'a>(text: &'a str, name: &'a str) -> impl Iterator<Item = &'a str> {
    text.split("<!--")
        .enumerate()
        .flat_map(move |(index, part)| {
            let live = if index == 0 {
                part
            } else {
                part.split_once("-->").map_or("", |(_, end)| end)
            };
            live.split('<').skip(1).filter_map(move |tag| {
                let inside = tag.strip_prefix(name)?.split('>').next()?;
                inside
                    .starts_with(|c: char| c.is_whitespace())
                    .then_some(inside)
            })
        })
}

/// The value of an attribute in what [`tags`] yields.
pub(crate) fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let start = format!("{name}=\"");
    let (at, _) = tag
        .match_indices(&start)
        .find(|(at, _)| tag[..*at].ends_with(char::is_whitespace))?;
    tag[at + start.len()..].split('"').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<head><!-- <link href=\"old.css\" /> -->\n<link\n  data-href=\"no\"\n  \
        href=\"a.css\" /><linker href=\"b\"><link rel=\"x\" href=\"c.css\"></head>";

    #[test]
    fn tags_are_found_by_their_whole_name_outside_comments() {
        let found: Vec<_> = tags(PAGE, "link")
            .map(|tag| attribute(tag, "href"))
            .collect();
        assert_eq!(found, [Some("a.css"), Some("c.css")]);
    }

    #[test]
    fn an_absent_attribute_is_none() {
        assert_eq!(attribute(" data-href=\"no\"", "href"), None);
        assert_eq!(attribute(" href=\"\"", "href"), Some(""));
    }
}
