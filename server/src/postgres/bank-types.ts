import pg from 'pg'

type Parser = (value: string) => unknown
type FindParser = (oid: number, format?: 'text' | 'binary') => Parser

const builtIn = pg.types.getTypeParser as FindParser
const { INT8, DATE } = pg.types.builtins
const int8Array = 1016
const dateArray = 1182
const textArray = 1009

/** How column values are parsed: int8 as a bigint, date and numeric as text, null as null. */
export const bankTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid, format) => {
    if (format === 'binary') return builtIn(oid, 'binary')
    if (oid === INT8) return BigInt
    if (oid === DATE) return String
    if (oid === int8Array) return bigints
    // As text: a Date would shift the day by the machine's time zone.
    return builtIn(oid === dateArray ? textArray : oid, 'text')
  }) satisfies FindParser as pg.CustomTypesConfig['getTypeParser'],
}

function bigints(text: string): (bigint | null)[] {
  const values = builtIn(textArray, 'text')(text) as (string | null)[]
  return values.map((value) => (value === null ? null : BigInt(value)))
}
