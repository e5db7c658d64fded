import openBidi from 'bidi-js'

/** Text in one font, and how wide it is in points. */
export type Run = { readonly font: string; readonly text: string; readonly width: number }

const bidi = openBidi()

/**
 * The runs of a line from left to right: what is written from right to left stands in its own order, by the
 * bidirectional algorithm of Unicode. The line as a whole begins at the left, as the statement does.
 * `widthOf` measures a part of a run.
 */
export function inVisualOrder(
  line: readonly Run[],
  widthOf: (run: Omit<Run, 'width'>) => number,
): readonly Run[] {
  const whole = line.map(({ text }) => text).join('')
  if (!hasRightToLeft(whole)) return line
  const { levels } = bidi.getEmbeddingLevels(whole, 'ltr')
  const parts: { run: Run; level: number }[] = []
  let at = 0
  for (const run of line) {
    for (const text of sameLevel(run.text, levels, at)) {
      const level = levels[at]!
      at += text.length
      // The font turns letters around by itself; what has no direction of its own is turned here.
      const turned = level % 2 === 1 && !hasRightToLeft(text) ? mirrored(text) : text
      const part = { font: run.font, text: turned }
      parts.push({
        run: text === run.text ? { ...run, text: turned } : { ...part, width: widthOf(part) },
        level,
      })
    }
  }
  // From the highest level down, every stretch of it is turned around.
  for (let level = Math.max(...parts.map((part) => part.level)); level > 0; level--) {
    for (let from = 0; from < parts.length; from++) {
      let to = from
      while (to < parts.length && parts[to]!.level >= level) to++
      if (to > from) parts.splice(from, to - from, ...parts.slice(from, to).reverse())
      from = to
    }
  }
  return parts.map(({ run }) => run)
}

function* sameLevel(text: string, levels: Uint8Array, start: number): Generator<string> {
  for (let from = 0; from < text.length; ) {
    let to = from + 1
    while (to < text.length && levels[start + to] === levels[start + from]) to++
    yield text.slice(from, to)
    from = to
  }
}

function mirrored(text: string): string {
  return [...text]
    .reverse()
    .map((character) => bidi.getMirroredCharacter(character) ?? character)
    .join('')
}

/** Whether any of a text is written from right to left. */
function hasRightToLeft(text: string): boolean {
  return rightToLeft.test(text)
}

const rightToLeft = /[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u
