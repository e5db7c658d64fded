import * as z from 'zod/mini'

// Control characters including tabs and line ends, lone surrogates, which the database refuses, and the characters that
// reverse or hide text (bidirectional controls).
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are exactly the ones refused.
const unprintable = /[\p{Cs}\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: a message may have line ends and tabs.
const unprintableInLines = /[\p{Cs}\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/u
// What Unicode calls default ignorable, and the blank of Braille, a symbol without dots.
const invisible = /[\p{DI}\u2800]/gu

// Printable ASCII between two characters that are no blanks: most lines, which no other rule changes or refuses.
const plain = /^[!-~](?:[ -~]*[!-~])?$/

/** True for a text of white space and invisible characters only. */
export function isBlank(text: string): boolean {
  return text.replace(invisible, '').trim() === ''
}

/** What is said of a text that is longer than its field takes. */
export function tooLongText({ field, lengthMax }: Pick<TextRule, 'field' | 'lengthMax'>): string {
  return `${field} must be at most ${lengthMax} characters`
}

type TextRule = {
  field: string
  required: string
  lengthMax: number
  lengthMin?: { length: number; message: string }
}

/**
 * One line of text: composed (NFC), trimmed, not blank, at most `lengthMax` characters. Script tags, formulas and every
 * alphabet are plain text and are kept as typed. One check in place of one for each rule, because each transfer has six such fields.
 */
export function textLine({ field, required, lengthMax, lengthMin }: TextRule) {
  const tooLong = tooLongText({ field, lengthMax })
  const refuse = (text: string): { message: string; continue?: true } | undefined => {
    if (text.length < (lengthMin?.length ?? 0))
      return { message: isBlank(text) ? required : lengthMin!.message }
    if (isBlank(text)) return { message: required }
    if ([...text].length > lengthMax) return { message: tooLong }
    if (!unprintable.test(text)) return undefined
    return { message: `${field} has characters that can’t be shown`, continue: true }
  }
  return z.string(required).check(
    z.check((payload) => {
      const sent = payload.value
      if (sent.length <= lengthMax && sent.length >= (lengthMin?.length ?? 0) && plain.test(sent)) return
      // Before it is composed, which takes time.
      const isFarTooLong = sent.length > lengthMax * 4
      if (!isFarTooLong) payload.value = sent.normalize('NFC').trim()
      const refusal = isFarTooLong ? { message: tooLong } : refuse(payload.value)
      if (refusal) payload.issues.push({ code: 'custom', input: payload.value, ...refusal })
    }),
  )
}

/** Several lines of text, such as a message to the bank. */
export function textLines({ field, required, lengthMax }: TextRule) {
  return z.string(required).check(
    z.refine((text) => !isBlank(text), { error: required, abort: true }),
    z.refine((text) => text.length <= lengthMax, { error: tooLongText({ field, lengthMax }), abort: true }),
    z.refine((text) => !unprintableInLines.test(text), `${field} has characters that can’t be shown`),
  )
}

/** Several lines of text that may be empty, such as a note. */
export function textLinesOrNone({ field, required, lengthMax }: TextRule) {
  return z.pipe(
    z.string(required).check(
      z.refine((text) => text.length <= lengthMax, { error: tooLongText({ field, lengthMax }), abort: true }),
      z.refine((text) => !unprintableInLines.test(text), `${field} has characters that can’t be shown`),
    ),
    z.transform((text: string) => (isBlank(text) ? '' : text.trim())),
  )
}

/** One value of a list of options, trimmed (`checking ` is `checking`). */
export function choice<Value extends string>(options: readonly { value: Value }[], required: string) {
  return z.pipe(
    z.pipe(
      z.string(required),
      z.transform((text: string) => text.trim()),
    ),
    z.enum(options.map((option) => option.value) as [Value, ...Value[]], required),
  )
}
