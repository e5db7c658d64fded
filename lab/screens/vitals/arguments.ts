import { parseArgs } from 'node:util'
import { type MeasuredPage, measuredPages } from './measured-pages.ts'

export type Arguments = {
  /** How often each page is looked at; the median counts. */
  readonly runs: number
  readonly pages: readonly MeasuredPage[]
}

/** Reads the command's arguments. Throws an Error that names the wrong one. */
export function readArguments(given: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...given],
    options: { runs: { type: 'string', default: '5' }, only: { type: 'string', multiple: true } },
  })
  const runs = Number(values.runs)
  if (!Number.isInteger(runs) || runs < 1 || runs > 50) {
    throw new Error(`--runs has "${values.runs}": it must be a whole number from 1 to 50.`)
  }
  const unknown = values.only?.find((path) => !measuredPages.some((page) => page.path === path))
  if (unknown !== undefined) {
    const known = measuredPages.map(({ path }) => path).join(', ')
    throw new Error(`--only has "${unknown}": it must be one of ${known}.`)
  }
  return { runs, pages: measuredPages.filter(({ path }) => values.only?.includes(path) ?? true) }
}
