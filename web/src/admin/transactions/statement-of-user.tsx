import { monthNames } from '@bank/contract/date-text'
import { endpoints } from '@bank/contract/endpoints'
import { wholeHistory } from '@bank/contract/statements/period'
import { useState } from 'react'
import { bankToday } from '../../api/bank-today.ts'
import { download } from '../../api/call.ts'
import type { AccountChoice } from '../../api/chosen-account.ts'
import { DownloadButton } from '../../api/download-button.tsx'
import { Select } from '../../ui/select.tsx'

/** Downloads the statement of a user's account, of one of the last twelve months or of its whole history. */
export function StatementOfUser({ userId, account }: { userId: string; account: AccountChoice }) {
  const months = lastMonths()
  const [chosen, setChosen] = useState(months[0]!)
  const request = {
    params: { id: userId },
    query: { account, ...(chosen === wholeHistory ? { period: wholeHistory } : { month: chosen }) },
  }
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Select
        name="statement-period"
        id="statement-period"
        label="Statement"
        options={[
          ...months.map((month) => ({
            value: month,
            label: `${monthNames[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`,
          })),
          { value: wholeHistory, label: 'Whole history' },
        ]}
        value={chosen}
        onChange={({ target }) => setChosen(target.value)}
      />
      <DownloadButton
        busyLabel="Preparing…"
        toastId="statement-file"
        load={() => download(endpoints.downloadStatementPdfOfUser, request)}
      >
        PDF
      </DownloadButton>
      <DownloadButton
        busyLabel="Preparing…"
        toastId="statement-file"
        load={() => download(endpoints.downloadStatementCsvOfUser, request)}
      >
        CSV
      </DownloadButton>
    </div>
  )
}

/** The present month of the bank and the eleven before it, as `YYYY-MM`. */
function lastMonths(): string[] {
  const [year, month] = bankToday().split('-').map(Number)
  return Array.from({ length: 12 }, (_, back) =>
    new Date(Date.UTC(year!, month! - 1 - back, 1)).toISOString().slice(0, 7),
  )
}
