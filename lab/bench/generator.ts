import { autocannonLoad } from './autocannon-load.ts'
import { leanLoad } from './lean-load.ts'
import type { Load, LoadResult, Measured } from './load.ts'
import { plannedLoad } from './planned-load.ts'

// A program of its own, so that the processor time of sending is told from that of the bank: takes one round from
// the program that started it, answers with the result, and ends.
process.once('message', (load: Load) => {
  const before = process.cpuUsage()
  send(load).then(
    (measured) => {
      const { user, system } = process.cpuUsage(before)
      const result: LoadResult = { ...measured, processorSeconds: (user + system) / 1_000_000 }
      process.send?.({ result })
      process.disconnect()
    },
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error)
      process.exit(1)
    },
  )
})

function send(load: Load): Promise<Measured> {
  if (load.perSecond !== undefined) return plannedLoad({ ...load, perSecond: load.perSecond })
  return load.by === 'lean' ? leanLoad(load) : autocannonLoad(load)
}
