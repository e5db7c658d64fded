import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { root } from '../../bank-command.ts'
import gates from '../gates/playwright.config.ts'

// Screenshots for review, on a separate bank with its demo people. With README=1 those of the README instead.
export default defineConfig({
  ...gates,
  outputDir: join(root, 'lab/results/gallery'),
  reporter: [['list'], ['html', { outputFolder: join(root, 'gallery/report'), open: 'never' }]],
  retries: 0,
  use: { ...gates.use, timezoneId: 'UTC', colorScheme: 'light' },
  projects: [{ name: 'gallery', testMatch: process.env.README ? 'readme.shots.ts' : 'each-state.shots.ts' }],
})
