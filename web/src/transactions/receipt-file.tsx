import { endpoints } from '@bank/contract/endpoints'
import { useMutation } from '@tanstack/react-query'
import { useAccountChoice } from '../accounts/account-in-url.ts'
import { download } from '../api/call.ts'
import { reasonOf } from '../api/problem.ts'
import { saveFile } from '../api/save-file.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'

/** Downloads the receipt of a transaction as PDF. */
export function ReceiptFile({ id, className }: { id: string; className?: string }) {
  const account = useAccountChoice()
  const { mutate, isPending } = useMutation({
    mutationFn: async () =>
      saveFile(await download(endpoints.downloadReceipt, { params: { id }, query: { account } })),
    onError: (error) => toast.error(reasonOf(error), { id: 'receipt-file' }),
  })
  return (
    <Button
      look="secondary"
      busy={isPending}
      busyLabel="Preparing receipt…"
      onClick={() => mutate()}
      {...(className && { className })}
    >
      Download receipt
    </Button>
  )
}
