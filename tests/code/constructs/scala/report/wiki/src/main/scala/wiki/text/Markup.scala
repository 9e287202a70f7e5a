package wiki.text

object Markup {
  def render(source: String): String =
    source.split("\n").map(renderLine).mkString("\n")

  def render(title: String, source: String): String =
    heading(title) + render(source)

  private def renderLine(line: String): String =
    if (line.startsWith("= ")) heading(line.drop(2)) else escape(line)

  private def heading(text: String): String = "<h1>" + escape(text) + "</h1>"

  def escape(text: String): String = text.replace("<", "&lt;")
}

object Links {
  def slug(title: String): String = escape(title).toLowerCase

  private def escape(title: String): String = title.replace(' ', '_')
}
