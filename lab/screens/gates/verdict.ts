import type { TestInfo } from '@playwright/test'

/** Keeps for the report how often a gate was asked, and what it found; gives back what it found. */
export function note(info: TestInfo, gate: string, faults: string[]): string[] {
  info.annotations.push({ type: gate, description: JSON.stringify(faults) })
  return faults
}
