import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { processorSecondsBelow, watchProcess } from './processes.ts'

const isLinux = process.platform === 'linux'

test.runIf(isLinux)('processor time of a process includes its children, also after their end', async () => {
  const stopWatching = watchProcess(process.pid)
  const work = 'const end = process.cpuUsage().user + 50_000; while (process.cpuUsage().user < end);'
  await once(spawn(process.execPath, ['-e', work]), 'exit')
  const { processorSeconds, memoryBytes } = stopWatching()
  expect(processorSeconds).toBeGreaterThanOrEqual(0.05)
  expect(memoryBytes).toBeGreaterThan(1_000_000)
})

test('a process that does not exist has used no processor time', () => {
  expect(processorSecondsBelow(2 ** 30)).toBe(isLinux ? 0 : Number.NaN)
})
