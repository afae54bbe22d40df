# SPDX-License-Identifier: Apache-2.0
"""Settings of Sphinx for the site that scripts/docs/stage.py lays out."""

project = "Outboard"
author = "the authors of Outboard"
copyright = author
extensions = ["myst_parser"]
myst_heading_anchors = 6  # named as GitHub names them, so that one link works in both places
myst_links_external_new_tab = False
# Some READMEs begin at the second level; a language that the highlighter does not know is shown as plain text.
suppress_warnings = ["myst.header", "misc.highlighting_failure"]
highlight_language = "none"  # a block without a language is a picture, or commands
root_doc = "index"
html_theme = "furo"
html_title = "Outboard"
html_show_sphinx = False
html_copy_source = False
html_theme_options = {"navigation_with_keys": False}
pygments_style = "friendly"
html_static_path = ["static"]
html_css_files = ["site.css"]
