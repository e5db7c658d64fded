import * as z from 'zod/mini'
import { textLine } from './text.ts'

// An address with a scheme, or what mail programs take for one: "www.", or a word, a period and a domain. "Dr.José" is none.
const link = /:\/\/|[wW]{3}\.|[\p{L}\p{N}]{2}\.(?:[a-z]{2}|(?:C[Oo]M|N[Ee]T|O[Rr]G|Com|Net|Org)(?!\p{L}))/u
// The end of a sentence with more text behind it. "Dr. Ann" and "!Nqate" are none.
const sentenceEnd = /[\p{L}\p{N}]{6}\.\s|[!?:;]\s|[。！？؟]./u

/**
 * The name of a person, in any alphabet. Links and sentences are refused: a name is in mails of the bank, and anybody can register
 * with any name.
 */
export const personName = z.pipe(
  textLine({ field: 'Name', required: 'Name is required', lengthMax: 100 }),
  z
    .string()
    .check(
      z.refine(
        (text) => !link.test(text) && !sentenceEnd.test(text),
        'Enter the name only, without links or sentences',
      ),
    ),
)
