import { expect, test } from 'vitest'
import { readResponse } from './response.ts'

const response = Buffer.from(
  'HTTP/1.1 201 Created\r\ncontent-length: 7\r\nconnection: keep-alive\r\n\r\n{"a":1}',
)

test('a response is read once all of it has come', () => {
  expect(readResponse(response)).toEqual({ status: 201, length: response.length })
  expect(readResponse(Buffer.concat([response, response]))).toEqual({ status: 201, length: response.length })
  for (let cut = 0; cut < response.length; cut++) {
    expect(readResponse(response.subarray(0, cut))).toBeUndefined()
  }
})

test('a refusal is told from an acceptance', () => {
  expect(readResponse(Buffer.from('HTTP/1.1 422 No\r\ncontent-length: 0\r\n\r\n'))?.status).toBe(422)
})

test('a response of unknown length is not guessed at', () => {
  expect(() => readResponse(Buffer.from('HTTP/1.1 200 OK\r\n\r\n'))).toThrow('without content-length')
})
