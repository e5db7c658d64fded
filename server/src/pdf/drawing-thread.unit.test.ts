import { expect, test } from 'vitest'
import { drawInThread } from './drawing-thread.ts'

const program = (body: string) => new URL(`data:text/javascript,${encodeURIComponent(body)}`)
const joining = program(`
  import { parentPort, workerData } from 'node:worker_threads'
  const got = [workerData]
  parentPort.on('message', (batch) => (batch === null ? parentPort.postMessage(got) : got.push(...batch)))
`)

async function* letters() {
  yield ['b', 'c']
  yield ['d']
}

test('a drawing gets its content and its batches, in order', async () => {
  const { signal } = new AbortController()
  const drawn = await drawInThread({ file: joining, content: 'a', batches: letters(), signal })
  expect(drawn).toEqual(['a', 'b', 'c', 'd'])
})

test('a drawing whose caller gives up ends at once, also in the middle of its work', async () => {
  const caller = new AbortController()
  const file = program('for (;;) ;')
  const drawing = drawInThread({ file, content: null, signal: caller.signal })
  setImmediate(() => caller.abort())
  await expect(drawing).rejects.toMatchObject({ code: 'busy' })
  const late = drawInThread({ file, content: null, signal: caller.signal })
  await expect(late).rejects.toMatchObject({ code: 'busy' })
})

test('a drawing that needs too much memory fails, and the process goes on', async () => {
  const { signal } = new AbortController()
  const file = program(`
    const all = []
    const fill = () => setImmediate(fill, all.push(Array(100_000).fill(all.length)))
    fill()
  `)
  await expect(drawInThread({ file, content: null, signal })).rejects.toMatchObject({
    code: 'ERR_WORKER_OUT_OF_MEMORY',
  })
})

test('an error of a drawing that has been given up does not reach the process', async () => {
  const caller = new AbortController()
  const drawing = drawInThread({
    file: program(`throw new Error('no ink')`),
    content: null,
    signal: caller.signal,
  })
  // The error is there before the event loop turns, and the caller gives up in that turn.
  const until = performance.now() + 500
  while (performance.now() < until);
  caller.abort()
  await expect(drawing).rejects.toMatchObject({ code: 'busy' })
})
