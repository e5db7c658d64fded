import { readFileSync } from 'node:fs'
import { constants, endianness } from 'node:os'
import { join } from 'node:path'

/** The settings with which `startProgram` starts the program under the system-call filter of a unit of systemd, on Linux. */
export function underFilterOf(unit: string): Record<string, string> {
  return {
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'filtered-start.mjs')}`,
    SYSTEM_CALL_FILTER: filterProgram(allowedBy(unit), errorNumberOf(unit)).toString('base64'),
  }
}

/** The numbers of the system calls that the unit allows. Like systemd: the first line lists what is allowed, the next ones change it. */
function allowedBy(unit: string): Set<number> {
  const groups = readGroups()
  const numbers = new Map([...groups.values()].flatMap((members) => [...members]))
  const lines = [...unit.matchAll(/^SystemCallFilter=(~?)(.+)$/gm)]
  if (lines[0]?.[1] !== '') throw new Error('The unit has no list of allowed system calls.')
  const allowed = new Set<number>()
  for (const [, isRemoved, words = ''] of lines) {
    for (const word of words.split(' ')) {
      const found = groups.get(word)?.values() ?? (numbers.has(word) ? [numbers.get(word)!] : undefined)
      if (found === undefined) throw new Error(`system-calls.txt does not know ${word}.`)
      for (const number of found) {
        if (isRemoved) allowed.delete(number)
        else allowed.add(number)
      }
    }
  }
  return allowed
}

/** Groups of systemd 252, each with the numbers of its system calls on this machine's architecture, by name. */
function readGroups(): Map<string, Map<string, number>> {
  const column = { x64: 0, arm64: 1 }[process.arch as string]
  if (column === undefined) throw new Error(`The numbers of ${process.arch}'s system calls are not known.`)
  const text = readFileSync(join(import.meta.dirname, 'system-calls.txt'), 'utf8')
  const groups = text.split(/^(?=@)/m).map((lines) => {
    const [group = '', ...calls] = lines.trim().split(/\s+/)
    const members = calls.flatMap((call) => {
      const [name = '', numbers = ''] = call.split(':')
      const number = numbers.split('/')[column]
      return number ? [[name, Number(number)] as const] : []
    })
    return [group, new Map(members)] as const
  })
  return new Map(groups)
}

function errorNumberOf(unit: string): number {
  const name = /^SystemCallErrorNumber=(\w+)$/m.exec(unit)?.[1] ?? ''
  const number = (constants.errno as Record<string, number>)[name]
  if (number === undefined) throw new Error('The unit does not say how a system call is refused.')
  return number
}

// The newest system call that systemd 252 knows. It answers those that are newer with ENOSYS, so that the C library uses an older one.
const newestKnown = 450

// linux/audit.h
const architecture = { x64: 0xc000003e, arm64: 0xc00000b7 }[process.arch as string] ?? 0

// linux/bpf_common.h and linux/seccomp.h
const load = 0x20
const jumpIfEqual = 0x15
const jumpIfGreater = 0x25
const answer = 0x06
const allow = 0x7fff0000
const refuse = 0x00050000

/** A program for the kernel (seccomp-bpf): eight bytes an instruction. */
function filterProgram(allowed: Set<number>, errorNumber: number): Buffer {
  const instructions = [
    [load, 0, 0, 4],
    [jumpIfEqual, 1, 0, architecture],
    [answer, 0, 0, refuse | errorNumber],
    [load, 0, 0, 0],
    ...[...allowed].flatMap((number) => [
      [jumpIfEqual, 0, 1, number],
      [answer, 0, 0, allow],
    ]),
    [jumpIfGreater, 0, 1, newestKnown],
    [answer, 0, 0, refuse | constants.errno.ENOSYS],
    [answer, 0, 0, refuse | errorNumber],
  ]
  if (endianness() !== 'LE') throw new Error('The filter is written for little-endian machines.')
  const program = Buffer.alloc(instructions.length * 8)
  for (const [at, [code = 0, ifTrue = 0, ifFalse = 0, value = 0]] of instructions.entries()) {
    program.writeUInt16LE(code, at * 8)
    program.writeUInt8(ifTrue, at * 8 + 2)
    program.writeUInt8(ifFalse, at * 8 + 3)
    program.writeUInt32LE(value, at * 8 + 4)
  }
  return program
}
