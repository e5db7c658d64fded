const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthName =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?'
const dayOfMonth = '(\\d{1,2})(?:st|nd|rd|th)?'
const year = '(\\d{4})'

type Parts = { readonly year?: string; readonly month: string; readonly day?: string }

/** The notations of a day, and what each of their parts is. A month's name alone is a word, such as May. */
const notations: readonly (readonly [RegExp, (parts: readonly string[]) => Parts])[] = [
  [whole(`${year}-(\\d{2})(?:-(\\d{2}))?`), ([y, m, d]) => ({ year: y!, month: m!, ...(d && { day: d }) })],
  // As the lists show it; the year may be left out.
  [
    whole(`(\\d{1,2})/(\\d{1,2})(?:/${year})?`),
    ([m, d, y]) => ({ month: m!, day: d!, ...(y && { year: y }) }),
  ],
  [
    whole(`(\\d{1,2})\\.\\s?(\\d{1,2})\\.\\s?${year}?`),
    ([d, m, y]) => ({ month: m!, day: d!, ...(y && { year: y }) }),
  ],
  [
    whole(`${dayOfMonth}\\.? ${monthName}(?:,? ${year})?`),
    ([d, m, y]) => ({ month: m!, day: d!, ...(y && { year: y }) }),
  ],
  [whole(`${monthName} ${year}`), ([m, y]) => ({ month: m!, year: y! })],
  [
    whole(`${monthName} ${dayOfMonth}(?:,? ${year})?`),
    ([m, d, y]) => ({ month: m!, day: d!, ...(y && { year: y }) }),
  ],
]

/**
 * The days that a search text means, as a pattern of SQL's `like` for days such as `2026-11-25`: `25 Nov` is `____-11-25`, and
 * `November 2026` is `2026-11-__`. Undefined for other texts.
 */
export function searchedDays(text: string): string | undefined {
  const wanted = text.trim().toLowerCase()
  for (const [notation, partsOf] of notations) {
    const found = notation.exec(wanted)
    const pattern = found && patternOf(partsOf(found.slice(1)))
    if (pattern) return pattern
  }
}

function whole(source: string): RegExp {
  return new RegExp(`^${source}$`)
}

function patternOf({ year = '____', month, day = '__' }: Parts): string | undefined {
  const number = /\d/.test(month) ? Number(month) : months.indexOf(month.slice(0, 3)) + 1
  if (number < 1 || number > 12 || (day !== '__' && (Number(day) < 1 || Number(day) > 31))) return undefined
  return `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`
}
