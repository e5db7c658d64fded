/** One element of the format with its escaped text. */
export function tag(name: string, text: string): string {
  return `<${name}>${escaped(text)}</${name}>`
}

/**
 * A text of at most `most` characters (code points). It is cut after a word when one ends in its second half, otherwise
 * after a grapheme, so that an accent or an emoji is not split.
 */
export function shortened(text: string, most: number): string {
  if (lengthOf(text) <= most) return text
  let kept = ''
  for (const { segment } of letters.segment(text)) {
    if (lengthOf(kept) + lengthOf(segment) > most) break
    kept += segment
  }
  if (kept === '') return [...text].slice(0, most).join('')
  const wordEnd = text[kept.length] === ' ' ? kept.length : kept.lastIndexOf(' ')
  return wordEnd >= kept.length / 2 ? kept.slice(0, wordEnd).replace(/[\s,]+$/, '') : kept
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

function lengthOf(text: string): number {
  return [...text].length
}

function escaped(text: string): string {
  return (
    text
      // XML cannot represent these.
      .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
  )
}
