import { strangersOf } from './stranger-kinds.ts'
import type { Load } from './stranger-process.ts'
import { beginVisit, type Heard } from './visit.ts'

// A program of its own, so that the processor time of strangers is told from that of the bank and of those who send transfers. It
// takes one kind of strangers after the other from the program that started it, and ends with it.

let end: (() => Heard) | undefined
let processor = process.cpuUsage()

process.on('message', (message: Load | 'stop') => {
  if (message === 'stop') {
    const heard = end?.()
    end = undefined
    const { user, system } = process.cpuUsage(processor)
    process.send?.({ ...heard, processorSeconds: (user + system) / 1_000_000 })
    return
  }
  const strangers = strangersOf(message.kind, message)
  end = beginVisit(strangers, message)
  processor = process.cpuUsage()
})
process.on('disconnect', () => process.exit())
