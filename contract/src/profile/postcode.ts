/** Countries by ISO code, whose postcodes are digits only, under their number of digits. */
const digits: Readonly<Record<number, string>> = {
  4: 'AL AM AT AU BD BE BG CH CY DK GE HU LI LU MK NO NZ PH PY SI TN ZA',
  5: 'BA CR CU CZ DE DZ EE EG ES FI FR GR GT HN HR ID IT KE KR LK MA MC ME MM MX MY NP PE PK PL RS SA SE SK SM TH TR UA US UY VA XK',
  6: 'BY CN CO EC IN KZ NG RO RU SG',
  7: 'CL JP PT',
  8: 'BR',
}

// The additional four digits of the United States.
const longer: Readonly<Record<string, number>> = { US: 9 }

/** A warning about a postcode that a country cannot have; undefined for one that it may have. */
export function postcodeWarning(
  { isoCode, name }: { readonly isoCode: string; readonly name: string },
  postcode: string,
): string | undefined {
  // As it is written: "D-10405", "110 00", "01310-100".
  const bare = postcode
    .trim()
    .replace(/^[A-Z]{1,2}-/i, '')
    .replace(/[\s-]/g, '')
  const count = Number(Object.entries(digits).find(([, codes]) => codes.includes(isoCode))?.[0] ?? 0)
  if (bare === '' || count === 0) return undefined
  const fits = /^\d+$/.test(bare) && [count, longer[isoCode]].includes(bare.length)
  return fits ? undefined : `Zip codes in ${name} have ${count} digits`
}

const beforeTown =
  'AL AM AR AT AX BA BE BG CH CR CU CY CZ DE DK DO DZ EE ES FI FO FR GE GF GL GP GR GT HN HR HT HU IL IS IT LI LT LU MA MC MD ME MG MK MQ MX MY MZ NC NL NO PF PH PL PM PT PY RE RO RS SE SI SJ SK SM SN TN TR UY VA WF XK YT'
const onOwnLine = 'GB GG IE IM JE'

/** Where the post of a country wants the postcode: before the town, after it, or below it. */
export function placeOfPostcode(isoCode: string): 'before' | 'after' | 'below' {
  if (beforeTown.includes(isoCode)) return 'before'
  return onOwnLine.includes(isoCode) ? 'below' : 'after'
}
