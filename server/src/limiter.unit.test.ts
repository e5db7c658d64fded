import { expect, test } from 'vitest'
import { openLimiter } from './limiter.ts'

/** Work that ends when the test resolves it, and the names of the started work. */
function stagedWork() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (id: string) => () => {
    begun.push(id)
    return new Promise<string>((resolve) => ends.set(id, () => resolve(id)))
  }
  return { begun, work, end: (id: string) => ends.get(id)!() }
}

test('two calls of one name run at a time, the others in order', async () => {
  const limited = openLimiter({ atOnceMax: 2, waitingMax: 10 })
  const { begun, work, end } = stagedWork()
  const all = ['a', 'b', 'c', 'd'].map((id) => limited('draw', work(id)))
  expect([begun, limited.waitingCount()]).toEqual([['a', 'b'], 2])
  end('b')
  await all[1]
  expect([begun, limited.waitingCount()]).toEqual([['a', 'b', 'c'], 1])
  end('a')
  await all[0]
  end('c')
  end('d')
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'])
})

test('work under another name does not wait', () => {
  const limited = openLimiter({ atOnceMax: 1, waitingMax: 10 })
  const { begun, work } = stagedWork()
  void limited('alice', work('a'))
  void limited('bruno', work('b'))
  expect(begun).toEqual(['a', 'b'])
})

test('calls beyond the waiting limit are refused, under any name, until one has started', async () => {
  const limited = openLimiter({ atOnceMax: 1, waitingMax: 1 })
  const { begun, work, end } = stagedWork()
  const first = limited('alice', work('a'))
  void limited('bruno', work('b'))
  void limited('alice', work('c'))
  await expect(limited('bruno', work('d'))).rejects.toMatchObject({ code: 'busy' })
  end('a')
  await first
  expect(begun).toEqual(['a', 'b', 'c'])
  void limited('bruno', work('e'))
  await expect(limited('bruno', work('f'))).rejects.toMatchObject({ code: 'busy' })
})

test('a call that fails releases its slot', async () => {
  const limited = openLimiter({ atOnceMax: 1, waitingMax: 1 })
  const failed = limited('draw', () => Promise.reject(new Error('no ink')))
  const next = limited('draw', async () => 'drawn')
  await expect(failed).rejects.toThrow('no ink')
  expect(await next).toBe('drawn')
})

test('a call whose signal is aborted leaves the line, and the next one takes its turn', async () => {
  const limited = openLimiter({ atOnceMax: 1, waitingMax: 2 })
  const { begun, work, end } = stagedWork()
  const first = limited('draw', work('a'))
  const caller = new AbortController()
  const second = limited('draw', work('b'), caller.signal)
  const third = limited('draw', work('c'))
  caller.abort()
  await expect(second).rejects.toMatchObject({ code: 'busy' })
  void limited('draw', work('d'))
  end('a')
  await first
  end('c')
  await third
  expect(begun).toEqual(['a', 'c', 'd'])
})

test('a call whose signal is aborted already does not join the line', async () => {
  const limited = openLimiter({ atOnceMax: 1, waitingMax: 1 })
  const { work, end } = stagedWork()
  const first = limited('draw', work('a'))
  await expect(limited('draw', work('b'), AbortSignal.abort())).rejects.toMatchObject({ code: 'busy' })
  const next = limited('draw', work('c'))
  end('a')
  await first
  end('c')
  await next
})
