import openBidi from 'bidi-js'

/** A text in one font, and its width in points. */
export type Run = { readonly font: string; readonly text: string; readonly width: number }

const bidi = openBidi()

/**
 * Orders the runs of a line from left to right by the Unicode bidirectional algorithm, with left-to-right as the paragraph
 * direction. `measured` measures a part of a run.
 */
export function inVisualOrder(
  line: readonly Run[],
  measured: (font: string, text: string) => Run,
): readonly Run[] {
  const whole = line.map(({ text }) => text).join('')
  if (!rightToLeft.test(whole)) return line
  const { levels } = bidi.getEmbeddingLevels(whole, 'ltr')
  const parts: { run: Run; level: number }[] = []
  let at = 0
  for (const run of line) {
    for (const text of sameLevel(run.text, levels, at)) {
      const level = levels[at]!
      at += text.length
      // Shaping reverses right-to-left letters; neutral characters are reversed and mirrored here.
      const ordered = level % 2 === 1 && !rightToLeft.test(text) ? mirrored(text) : text
      parts.push({ run: measured(run.font, ordered), level })
    }
  }
  // Rule L2: from the highest level down, reverse every range of that level or higher.
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

const rightToLeft = /[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u
