import { join } from 'node:path'
import journeys from '@bank/e2e/playwright.config'
import { defineConfig } from '@playwright/test'

const { webServer, ...rest } = journeys
const journeysFolder = join(import.meta.dirname, '../../../e2e')

// Every state of every screen, on a separate bank, and the journeys that `npm test` leaves out.
export default defineConfig({
  ...rest,
  outputDir: '../../results/gates',
  projects: [
    {
      name: 'gates',
      testDir: '.',
      testMatch: ['*.gate.ts', '*.spec.ts'],
      testIgnore: 'representative-screens.spec.ts',
    },
    { name: 'journeys', testDir: journeysFolder, testMatch: '*.spec.ts', grep: /@gate/ },
  ],
  ...(webServer && !Array.isArray(webServer) && { webServer: { ...webServer, cwd: journeysFolder } }),
})
