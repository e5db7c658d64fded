import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hundredthsBelow, memoryBelow } from './process-tree.ts'

const isLinux = existsSync('/proc/self/smaps_rollup')

test.runIf(isLinux)('what a program has started counts with it, also when it has ended', async () => {
  const before = hundredthsBelow(process.pid)
  const work = 'const end = process.cpuUsage().user + 50_000; while (process.cpuUsage().user < end);'
  const child = spawn(process.execPath, ['-e', work])
  await once(child, 'exit')
  expect(hundredthsBelow(process.pid) - before).toBeGreaterThanOrEqual(5)
})

test.runIf(isLinux)('a program that waits below another one is part of its memory', async () => {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume(); console.log("ready")'])
  await once(child.stdout, 'data')
  const [all, one] = [memoryBelow(process.pid), memoryBelow(child.pid!)]
  child.kill()
  expect(one).toBeGreaterThan(1_000_000)
  expect(all).toBeGreaterThan(one)
})

test('a program that is not there has taken nothing', () => {
  expect(memoryBelow(2 ** 30)).toBe(isLinux ? 0 : Number.NaN)
})
