import { expect, test } from 'vitest'
import { type FaultState, follow, lastChanged, withoutForgotten } from './fault-state.ts'

const minute = 60_000

/** What the operator is told of a fault that is present, or gone, at these minutes. */
function toldAt(findings: readonly (readonly [minutes: number, isPresent: boolean])[]) {
  let state: FaultState | undefined
  return findings.flatMap(([minutes, isPresent]) => {
    const step = follow(state, isPresent, minutes * minute)
    state = step.state
    return step.told ? [[minutes, step.told]] : []
  })
}

const lasting = (from: number, to: number, isPresent: boolean) =>
  Array.from({ length: to - from }, (_, index) => [from + index, isPresent] as const)

test('a fault is told once after five minutes, and once when it has been gone for five minutes', () => {
  const findings = [...lasting(600, 660, true), ...lasting(660, 720, false)]
  expect(toldAt(findings)).toEqual([
    [605, 'began'],
    [665, 'ended'],
  ])
})

test('a fault of less than five minutes is not told', () => {
  expect(toldAt([...lasting(600, 604, true), ...lasting(604, 700, false)])).toEqual([])
})

test('a fault that is gone for a moment has not ended', () => {
  const findings = [...lasting(600, 620, true), ...lasting(620, 623, false), ...lasting(623, 700, true)]
  expect(toldAt(findings)).toEqual([[605, 'began']])
})

test('a fault that comes again is told four hours after the last time, if it is still there', () => {
  const again = [...lasting(600, 610, true), ...lasting(610, 620, false), ...lasting(620, 900, true)]
  expect(toldAt(again)).toEqual([
    [605, 'began'],
    [615, 'ended'],
    [845, 'began'],
  ])
  const goneBefore = [...again.slice(0, 100), ...lasting(700, 1_000, false)]
  expect(toldAt(goneBefore)).toEqual([
    [605, 'began'],
    [615, 'ended'],
  ])
})

test('of two states of a fault the one that was changed last counts', () => {
  const at = (changedAt: number) => ({ ...follow(undefined, false, 0).state, changedAt })
  expect(lastChanged({ disk: at(2), jobs: at(1) }, { jobs: at(3), backups: at(1) })).toEqual({
    disk: at(2),
    jobs: at(3),
    backups: at(1),
  })
})

test('a state that no process follows any more is forgotten after a day', () => {
  const day = 24 * 60 * minute
  const { state } = follow(undefined, true, 40 * day + minute)
  const { seenAt: _, ...ofAnEarlierVersion } = state
  const states = {
    followed: follow(state, true, 41 * day).state,
    gone: state,
    ofAnEarlierVersion,
  }
  expect(Object.keys(withoutForgotten(states, 41 * day - 1))).toEqual(['followed', 'gone'])
  expect(Object.keys(withoutForgotten(states, 41 * day))).toEqual(['followed'])
})
