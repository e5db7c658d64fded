import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { stubbedBank, toErik, visit } from '../../test/stubbed-bank.tsx'
import { TransactionDetails } from './transaction-details.tsx'

test("markup in a transaction's texts is shown as text", async () => {
  vi.stubGlobal('fetch', stubbedBank({ 'GET /api/sessions/current': () => ({ session: null }) }).fetch)
  const bankName = '<img src=x onerror="window.stolen=1"><script>window.stolen=1</script>'
  const transaction = toErik()
  visit(
    '/transactions',
    <TransactionDetails
      transaction={{
        ...transaction,
        description: `Transfer to Erik Holm, 9876543210, ${bankName}`,
        beneficiary: { ...transaction.beneficiary!, bankName },
      }}
      more={undefined}
    />,
  )
  expect(screen.getByText(`${bankName}, 1 Quay Road, Oslo`).children).toHaveLength(0)
  expect(screen.getByText(`Transfer to Erik Holm, 9876543210, ${bankName}`).children).toHaveLength(0)
  expect(document.querySelector('script, img[src="x"]')).toBeNull()
})
