package shop.text

private val separators = Regex("[^a-z0-9]+")

fun String.slug(): String = lowercase().replace(separators, "-").trimDashes()

private fun String.trimDashes(): String = trim('-')

fun shorten(text: String, max: Int): String =
    if (text.length <= max) text else text.take(max - 1) + "…"

fun shorten(text: String): String = shorten(text, 40)
