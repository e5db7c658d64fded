import { endpoints } from '@bank/contract/endpoints'
import { download } from '../api/call.ts'
import { useAccountChoice } from '../api/chosen-account.ts'
import { DownloadButton } from '../api/download-button.tsx'

/** Downloads the receipt of a transaction as PDF. */
export function ReceiptFile({ id }: { id: string }) {
  const query = { account: useAccountChoice() }
  const load = () => download(endpoints.downloadReceipt, { params: { id }, query })
  return (
    <DownloadButton busyLabel="Preparing receipt…" toastId="receipt-file" load={load}>
      Download receipt
    </DownloadButton>
  )
}
