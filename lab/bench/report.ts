import type { Figure } from './figure.ts'
import { decimals } from './format.ts'

/** A figure beside its goal: `Times TPC-B at 64 connections: 1.80 (goal: at least 1.5): met`. */
export function goalLine(figure: Figure): string {
  const { measured, wanted, verdict } = judge(figure)
  const goal = wanted === '' ? '' : ` (goal: ${wanted})`
  return `${figure.name}: ${measured}${goal}${verdict === '' ? '' : `: ${verdict}`}`
}

/** What a figure came to, what was wished, and whether it is reached; empty where nothing was wished or measured. */
export function judge({ value, unit, goal }: Figure): { measured: string; wanted: string; verdict: string } {
  const measured = Number.isNaN(value) ? 'not measured' : decimals(value) + unit
  if (goal === undefined) return { measured, wanted: '', verdict: '' }
  const wanted =
    goal.atLeast === undefined ? `at most ${goal.atMost}${unit}` : `at least ${goal.atLeast}${unit}`
  if (Number.isNaN(value)) return { measured, wanted, verdict: '' }
  const isMet = value >= (goal.atLeast ?? -Infinity) && value <= (goal.atMost ?? Infinity)
  return { measured, wanted, verdict: isMet ? 'met' : 'NOT MET' }
}
