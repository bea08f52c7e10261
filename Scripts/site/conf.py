"""Sphinx's settings for the documentation site; Scripts/site/make-site.py prepares its sources and calls it."""
project = "Sightline"
author = "the Sightline authors"
project_copyright = "the Sightline authors, Apache-2.0"
extensions = ["myst_parser"]
root_doc = "index"
# Addresses of headings as Git hosts write them, which the links of the pages use.
myst_heading_anchors = 4
# Blocks without a language, and JSON with "…" in it, are shown as plain text.
highlight_language = "none"
suppress_warnings = ["misc.highlighting_failure", "myst.header"]

html_theme = "furo"
html_title = "Sightline"
html_static_path = ["_static"]
html_extra_path = ["_extra"]
html_favicon = "mark.svg"
html_css_files = ["sightline.css"]
html_use_index = False
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0b6b57", "color-brand-content": "#0b6b57", "color-brand-visited": "#5a4fb0"},
    "dark_css_variables": {"color-brand-primary": "#5fd3b4", "color-brand-content": "#5fd3b4", "color-brand-visited": "#b3a8ff"},
}
