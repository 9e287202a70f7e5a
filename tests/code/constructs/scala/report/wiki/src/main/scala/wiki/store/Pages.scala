package wiki.store

import scala.collection.mutable

import wiki.text.Links.{slug => slugOf}
import wiki.text.Markup

case class Page(title: String, body: String) {
  def html: String = Markup.render(title, body)
  def path: String = "/" + slugOf(title)
  def isStub: Boolean = body.length < Page.stubSize
}

object Page {
  def stubSize: Int = 40
  def blank(title: String): Page = Page(title, "")
}

trait Pages {
  def get(title: String): Option[Page]
  def put(page: Page): Unit
  def fetch(title: String): Page = get(title) match {
    case Some(page) => page
    case None => Page.blank(title)
  }
}

trait Counted extends Pages {
  private val counter = new Counter

  abstract override def put(page: Page): Unit = {
    counter.put(page.title)
    super.put(page)
  }

  def edits: Int = counter.total
}

class Counter {
  private var seen = List.empty[String]

  def put(title: String): Unit = seen = title :: seen
  def total: Int = seen.size
}

class MemoryPages extends Pages {
  private val pages = mutable.Map.empty[String, Page]

  def get(title: String): Option[Page] = pages.get(title)
  def put(page: Page): Unit = pages.put(page.path, page)
}

class CountedPages extends MemoryPages with Counted {
  def report: String = s"$edits edits"
}
