// Sets styles from a script, which a page's content security policy allows.

/** Sets an element's style properties by their names in CSS. */
export function styled(element, properties, priority = "") {
    for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, value, priority);
}
