package wiki

import wiki.store.{CountedPages, Page, Pages}
import wiki.text._

class Server(pages: Pages, theme: Theme) {
  def handle(title: String): String = {
    val page: Page = pages.fetch(title)
    if (page.isStub) theme.wrap("stub") else theme.wrap(page.html)
  }

  def edit(title: String, body: String): String = {
    pages.put(Page(title, body))
    transform(title, Markup.escape)
  }

  private def transform(text: String, f: String => String): String = f(text)
}

class Theme(name: String) {
  def wrap(body: String): String = s"<main class='${escape(name)}'>$body</main>"

  private def escape(text: String): String = text.replace("'", "")
}

object Server {
  def demo(): Unit = {
    val pages = new CountedPages
    val server = new Server(pages, new Theme("plain"))
    println(server.edit("Home page", "= Hi") + Links.slug("Home page"))
    println(server.handle("Home page"))
    println(pages.report + pages.get("Home page").size)
  }
}
