import * as z from 'zod/mini'

// Control characters including tabs and line ends, lone surrogates, which the database refuses, and the characters that
// reverse or hide text (bidirectional controls).
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are exactly the ones refused.
const unprintable = /[\p{Cs}\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: a message may have line ends and tabs.
const unprintableInLines = /[\p{Cs}\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/u
// What Unicode calls default ignorable, and the blank of Braille, a symbol without dots.
const invisible = /[\p{DI}\u2800]/gu

/** True for a text of white space and invisible characters only. */
export function isBlank(text: string): boolean {
  return text.replace(invisible, '').trim() === ''
}

type TextRule = {
  field: string
  required: string
  lengthMax: number
  lengthMin?: { length: number; message: string }
}

/**
 * One line of text: composed (NFC), trimmed, not blank, at most `lengthMax` characters. Script tags, formulas and every
 * alphabet are plain text and are kept as typed.
 */
export function textLine({ field, required, lengthMax, lengthMin }: TextRule) {
  return z.pipe(
    z
      .string(required)
      .check(
        z.refine((text) => text.length <= lengthMax * 4, { error: `${field} is too long`, abort: true }),
      ),
    z.pipe(
      z.transform((text: string) => text.normalize('NFC').trim()),
      z.string().check(
        z.refine((text) => !isBlank(text), { error: required, abort: true }),
        z.refine((text) => text.length >= (lengthMin?.length ?? 0), {
          error: lengthMin?.message ?? '',
          abort: true,
        }),
        z.refine((text) => [...text].length <= lengthMax, { error: `${field} is too long`, abort: true }),
        z.refine((text) => !unprintable.test(text), `${field} has characters that can’t be shown`),
      ),
    ),
  )
}

/** Several lines of text, such as a message to the bank. */
export function textLines({ field, required, lengthMax }: TextRule) {
  return z.string(required).check(
    z.refine((text) => !isBlank(text), { error: required, abort: true }),
    z.refine((text) => text.length <= lengthMax, { error: `${field} is too long`, abort: true }),
    z.refine((text) => !unprintableInLines.test(text), `${field} has characters that can’t be shown`),
  )
}

/** Several lines of text that may be empty, such as a note. */
export function textLinesOrNone({ field, required, lengthMax }: TextRule) {
  return z.pipe(
    z.string(required).check(
      z.refine((text) => text.length <= lengthMax, { error: `${field} is too long`, abort: true }),
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
