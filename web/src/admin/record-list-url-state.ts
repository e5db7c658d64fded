import { useListUrlState } from '../ui/list-url-state.ts'

/** The page and the open record of a list for administrators, in the URL. */
export function useRecordListUrlState() {
  const { visit, go, cursor, openId, goOn, goBack } = useListUrlState()
  return {
    cursor,
    openId,
    open: (id: string) => go({ open: id }, { visit }),
    close: () => go({ open: null }, { visit }),
    goOn,
    goBack,
  }
}

export type RecordListUrlState = ReturnType<typeof useRecordListUrlState>
