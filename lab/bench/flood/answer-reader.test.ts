import { expect, test } from 'vitest'
import { type Answer, openAnswerReader } from './answer-reader.ts'

/** Reads the text in pieces of so many bytes and gives every answer that was completed. */
function answersIn(text: string, pieceBytes: number): Answer[] {
  const reader = openAnswerReader()
  const bytes = Buffer.from(text)
  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, index) =>
    bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  )
  return pieces.flatMap((piece) => reader.read(piece) ?? [])
}

const answers = {
  'an answer with a length': ['HTTP/1.1 429 Too Many\r\nContent-Length: 4\r\n\r\nabcd', '429'],
  'an empty answer': ['HTTP/1.1 401 No\r\ncontent-length: 0\r\n\r\n', '401'],
  'an answer without a body': ['HTTP/1.1 204 No Content\r\n\r\n', '204'],
  'an answer in chunks': [
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
    '200',
  ],
  'an answer of no chunks': ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', '200'],
  'an answer after an interim one': [
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 401 No\r\ncontent-length: 2\r\n\r\nno',
    '401',
  ],
} as const

for (const [name, [text, status]] of Object.entries(answers)) {
  test(`${name} is read however its bytes arrive`, () => {
    const expected = { status, isLast: false }
    for (const bytes of [1, 2, 7, 1_000]) expect(answersIn(text, bytes)).toEqual([expected])
  })
}

test('an answer with connection: close is the last one of its connection', () => {
  const text = 'HTTP/1.1 400 Bad Request\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno'
  expect(answersIn(text, 1_000)).toEqual([{ status: '400', isLast: true }])
})

test('a 503 that says busy is told from another 503', () => {
  const problem = (body: string) => `HTTP/1.1 503 No\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  expect(answersIn(problem('{"code":"busy"}'), 1_000)).toEqual([{ status: '503 busy', isLast: false }])
  expect(answersIn(problem('{"code":"internal"}'), 1_000)).toEqual([{ status: '503', isLast: false }])
})

test('an answer without a length ends with its connection', () => {
  const reader = openAnswerReader()
  expect(reader.read(Buffer.from('HTTP/1.1 200 OK\r\n\r\nsome'))).toBeUndefined()
  expect(reader.end()).toEqual({ status: '200', isLast: true })
  expect(reader.end()).toBeUndefined()
})

test('an answer that is cut off is no answer', () => {
  const reader = openAnswerReader()
  expect(reader.read(Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nsome'))).toBeUndefined()
  expect(reader.end()).toBeUndefined()
})
