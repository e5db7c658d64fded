import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'

const { webServer, ...rest } = journeys

// The whole matrix, on a bank of its own as the journeys have one, and what else of them is a gate.
export default defineConfig({
  ...rest,
  testDir: '..',
  testMatch: ['gates/*.gate.ts', 'gates/*.spec.ts', 'bank-by-keyboard.spec.ts', 'print-on-paper.spec.ts'],
  outputDir: '../results/gates',
  projects: [{ name: 'gates' }],
  ...(webServer &&
    !Array.isArray(webServer) && { webServer: { ...webServer, cwd: join(import.meta.dirname, '..') } }),
})
