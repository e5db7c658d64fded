const signs: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/** A letter of ours as plain text: a paragraph is followed by an empty line, a link by its address alone. */
export function textOf(html: string): string {
  return html
    .replace(/<\/p>\s*/g, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (sign) => signs[sign]!)
    .trim()
}
