import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { stubbedBank, visit } from '../../../test/stubbed-bank.tsx'
import { SystemPage } from './system-page.tsx'

const fromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

test('the system page says how many batches a second the bank books once it has read twice', async () => {
  const read = (seconds: number, batchCount: number) => ({
    readAt: fromNow(seconds / 3_600),
    processes: [
      { stripe: 0, since: null },
      { stripe: 1, since: fromNow(-2.5) },
    ],
    batchCount,
    queues: {
      requests: 0,
      passwords: 1,
      documents: 0,
      mail: 1_200,
      scheduledRuns: 3,
      resetLinks: 0,
    },
    listSecondsBehind: 4,
    databaseBytes: 2_340_000_000,
    disks: [{ folder: 'DATA_DIR', freeBytes: 1.4e6, sizeBytes: 100e9 }],
    backups: {
      lastBackupAt: null,
      isBackupOverdue: false,
      archivedUntil: fromNow(-3),
      isArchiveBehind: false,
    },
  })
  const answers = [read(0, 1_000), read(10, 1_025)]
  const bank = stubbedBank({ 'GET /api/admin/system': () => answers.shift() })
  vi.stubGlobal('fetch', bank.fetch)
  const { client } = visit('/admin/system', <SystemPage />)
  const figure = (name: string) => screen.getByText(name).nextElementSibling?.textContent
  await screen.findByText('Batches a second')
  expect(figure('Batches a second')).toBe('–')
  expect(figure('Stripe 0')).toBe('Connected')
  expect(figure('Stripe 1')).toMatch(/, 2 hours ago$/)
  expect(figure('Mails')).toBe('1,200')
  expect(figure('List of all transactions')).toBe('4 s behind')
  expect(figure('Database')).toBe('2.3 GB')
  expect(figure('Free for DATA_DIR')).toBe('1 MB of 100.0 GB')
  expect(figure('Last backup')).toBe('None yet')
  await client.invalidateQueries()
  await vi.waitFor(() => expect(figure('Batches a second')).toBe('2.5'))
})
