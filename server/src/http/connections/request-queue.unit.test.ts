import { expect, test } from 'vitest'
import type { Refusal } from '../../refusal.ts'
import { openFairQueue } from './request-queue.ts'

/** A queue whose turns of the event loop are taken by hand, and who went when. `took` milliseconds pass in each turn. */
function openScene({ took = 0 } = {}) {
  const turns: (() => void)[] = []
  const pauses: number[] = []
  let time = 0
  const queue = openFairQueue({
    nextTurn: (work) => turns.push(work),
    after: (milliseconds, work) => {
      pauses.push(milliseconds)
      turns.push(work)
    },
    now: () => time,
  })
  const gone: string[] = []
  return {
    queue,
    gone,
    enter: (name: string, ip: string, sessionKey?: string) =>
      queue.enter({ sessionKey, ip }, (refusal?: Refusal) =>
        gone.push(refusal ? `${name} ${refusal.code}` : name),
      ),
    pauses,
    turn: () => {
      time += took
      turns.shift()?.()
    },
  }
}

test('a request to an idle bank goes ahead at once', () => {
  const { enter, gone } = openScene()
  enter('first', '203.0.113.1')
  expect(gone).toEqual(['first'])
})

test('strangers go one in each turn, the addresses in rotation', () => {
  const { enter, gone, turn } = openScene()
  for (const name of ['a1', 'a2', 'a3', 'a4']) enter(name, '203.0.113.1')
  enter('b1', '203.0.113.2')
  enter('b2', '203.0.113.2')
  enter('c1', '2001:db8::1')
  expect(gone).toEqual(['a1'])
  for (let at = 0; at < 6; at++) turn()
  expect(gone).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
  turn()
  enter('a5', '203.0.113.1')
  expect(gone.at(-1)).toBe('a5')
})

test('a session seen open goes ahead of all strangers, until it is distrusted', () => {
  const { queue, enter, gone } = openScene()
  for (const name of ['a1', 'a2', 'a3']) enter(name, '203.0.113.1')
  queue.trust('session of Alice')
  enter('Alice', '203.0.113.1', 'session of Alice')
  expect(gone).toEqual(['a1', 'Alice'])
  enter('made up', '203.0.113.1', 'session of nobody')
  queue.distrust('session of Alice')
  enter('Alice, signed out', '203.0.113.1', 'session of Alice')
  expect(gone).toEqual(['a1', 'Alice'])
})

test('an address with 1,000 requests waiting is refused more, and another address is not', () => {
  const { enter, gone } = openScene()
  for (let at = 0; at < 1_003; at++) enter(`a${at}`, '203.0.113.1')
  expect(gone).toEqual(['a0', 'a1001 busy', 'a1002 busy'])
  enter('b', '203.0.113.2')
  expect(gone).toHaveLength(3)
})

test('10,000 other sessions later an early one is still trusted, 20,000 later it waits with the others', () => {
  const { queue, enter, gone } = openScene()
  enter('stranger', '203.0.113.1')
  queue.trust('early')
  for (let at = 0; at < 10_000; at++) queue.trust(`session ${at}`)
  enter('early', '203.0.113.1', 'early')
  expect(gone).toEqual(['stranger', 'early'])
  for (let at = 0; at < 20_000; at++) queue.trust(`later session ${at}`)
  enter('early again', '203.0.113.1', 'early')
  expect(gone).toEqual(['stranger', 'early'])
})

test('after 5 ms of work for strangers the next one waits as long, and customers do not', () => {
  const { queue, enter, gone, turn, pauses } = openScene({ took: 5 })
  queue.trust('session of Alice')
  for (const name of ['a1', 'a2', 'a3']) enter(name, '203.0.113.1')
  turn()
  expect([gone, pauses]).toEqual([['a1'], [5]])
  enter('Alice', '203.0.113.1', 'session of Alice')
  turn()
  expect(gone).toEqual(['a1', 'Alice', 'a2'])
})

test('the work of short turns adds up to a pause', () => {
  const { enter, gone, turn, pauses } = openScene({ took: 1 })
  for (const name of ['a1', 'a2', 'a3', 'a4']) enter(name, '203.0.113.1')
  turn()
  turn()
  expect([gone, pauses]).toEqual([['a1', 'a2', 'a3'], []])
  turn()
  expect([gone, pauses]).toEqual([['a1', 'a2', 'a3'], [3]])
  turn()
  expect(gone).toEqual(['a1', 'a2', 'a3', 'a4'])
})

test('a stranger whom nobody follows leaves no pause behind', () => {
  const { enter, gone, turn, pauses } = openScene({ took: 5 })
  for (let at = 0; at < 3; at++) {
    enter(`a${at}`, '203.0.113.1')
    turn()
  }
  expect([gone, pauses]).toEqual([['a0', 'a1', 'a2'], []])
})
