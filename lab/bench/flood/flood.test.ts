import { expect, test } from 'vitest'
import { floodFindings, type Phase } from './flood.ts'

const quiet: Phase = {
  name: 'quiet',
  caller: 'visitor',
  times: { p50: 8, p99: 20, max: 30 },
  reads: { p50: 2, p99: 5, max: 9 },
  acknowledged: 100,
  lost: [],
  seconds: 2,
  bankSeconds: 0.5,
  strangers: undefined,
}
const flooded: Phase = {
  ...quiet,
  name: 'openapi',
  strangers: { answers: { 429: 900 }, processorSeconds: 1 },
}

function findingsOf(...phases: Phase[]) {
  return floodFindings(
    new Map([['one', [quiet, ...phases, { ...quiet, times: { p50: 4, p99: 20, max: 30 } }]]]),
  )
}

test('the highest ratios of a flood compare with the mean of the quiet phases and leave out the control phase', () => {
  const { figures } = findingsOf(
    { ...flooded, name: 'control', times: { p50: 90, p99: 900, max: 900 } },
    flooded,
    { ...flooded, times: { p50: 12, p99: 50, max: 60 } },
  )
  expect(figures.map(({ value }) => value)).toEqual([2, 2.5])
})

test('a flood beside a customer with a long history compares the reads of others, and lets that customer be busy', () => {
  const long = { ...flooded, name: 'long-history', reads: { p50: 3, p99: 4, max: 5 } } as const
  const busy = { ...long, strangers: { answers: { 200: 2, 503: 9 }, processorSeconds: 1 } }
  const { figures, failures } = findingsOf(busy)
  expect(figures.slice(2).map(({ value, goal }) => [value, goal?.atMost])).toEqual([
    [8 / 6, 2],
    [1.5, 2],
  ])
  expect(failures).toEqual([])
})

test('a lost transfer, an answer with a 5xx status and requests without any answer fail the flood', () => {
  const answered = (answers: Record<string, number>): Phase => ({
    ...flooded,
    strangers: { answers, processorSeconds: 1 },
  })
  for (const [phase, failures] of [
    [{ ...flooded, lost: ['503 busy', 'closed', 'closed'] }, ['3 requests lost (503 busy,closed)']],
    [answered({ 500: 2, 429: 1 }), ['strangers were answered 500']],
    [answered({}), ['strangers got no answer']],
    [{ ...answered({}), name: 'slow-readers' }, []],
    [answered({ 503: 4 }), ['strangers were answered 503']],
    [answered({ closed: 9 }), []],
  ] as const) {
    const expected = failures.map((failure) => `Strangers from one, ${phase.name}, visitor: ${failure}`)
    expect(findingsOf(phase).failures).toEqual(expected)
  }
})
