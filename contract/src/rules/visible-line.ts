import * as z from 'zod/mini'
import { isBlank, tooLongText } from './text.ts'

// Format characters are invisible, or change the order of what follows.
const unprintableOrInvisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}\u2800]/u

// Invisible characters that change how the character before them looks: joiners between emoji, variation selectors of emoji, Han and
// Mongolian letters and keycaps, and joiners of the alphabets from Arabic to Sinhala, Tibetan to Myanmar, and Khmer to Mongolian.
const shaping =
  /(?<=[\p{ExtPict}\p{EMod}]\ufe0f?)\u200d(?=\p{ExtPict})|(?<=[\p{ExtPict}\p{sc=Hani}\u1800-\u18af])\p{VS}|(?<=[0-9#*])\ufe0f(?=\u20e3)|(?<=(?=[\p{L}\p{M}])[\u0600-\u0dff\u0f00-\u109f\u1780-\u18af])[\u200c\u200d]/gu

/**
 * One line of text, or none: composed (NFC), trimmed, several spaces made one, at most `lengthMax` characters (code points). A text of
 * invisible characters only is empty. Beside visible characters, invisible ones are refused, except where they change the character
 * before them.
 */
export function visibleLineOrNone({ field, lengthMax }: { field: string; lengthMax: number }) {
  return z.pipe(
    z.string(`${field} must be text`),
    z.transform((typed: string, { issues }) => {
      const refuse = (message: string) => {
        issues.push({ code: 'custom', message, input: typed })
        return z.NEVER
      }
      const isFarTooLong = typed.length > lengthMax * 4
      const text = isFarTooLong
        ? typed
        : typed
            .normalize('NFC')
            .trim()
            .replace(/\p{Zs}+/gu, ' ')
      if ([...text].length > lengthMax) return refuse(tooLongText({ field, lengthMax }))
      if (isBlank(text)) return ''
      const plain = text.replace(shaping, '')
      return unprintableOrInvisible.test(plain) ? refuse(`${field} has characters that can’t be shown`) : text
    }),
  )
}
