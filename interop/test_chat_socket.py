"""The chat socket, spoken by the package `websockets`."""

import asyncio
import json
import os
import unittest

import websockets

CHAT = os.environ["CHAT_URL"]
TOKEN = os.environ["TOKEN_MEMBER"]
SILENCE_SECONDS = 20
LARGEST_FRAME = 64 * 1024


async def next_of_type(socket, name):
    """The next frame of a type; frames of others are passed over."""
    while True:
        frame = json.loads(await asyncio.wait_for(socket.recv(), SILENCE_SECONDS))
        if frame["type"] == name:
            return frame


class ChatSocket(unittest.IsolatedAsyncioTestCase):
    async def test_a_message_of_one_socket_reaches_another_one_of_the_member(self):
        async with websockets.connect(f"{CHAT}/?token={TOKEN}") as one, websockets.connect(CHAT) as two:
            greeting = json.loads(await one.recv())
            self.assertEqual(greeting["type"], "connected", greeting)
            await two.send(json.dumps({"type": "connect", "token": TOKEN}))
            self.assertEqual(json.loads(await two.recv())["type"], "connected")
            await one.send(json.dumps({"type": "text", "content": "你好" * 1000, "temp_id": "p"}))
            sent = await next_of_type(one, "message_sent")
            heard = await next_of_type(two, "new_message")
            self.assertEqual(heard["message"]["id"], sent["message_id"])

    async def test_a_ping_is_answered_and_what_is_no_frame_is_an_error(self):
        async with websockets.connect(f"{CHAT}/?token={TOKEN}") as socket:
            await asyncio.wait_for(await socket.ping(), SILENCE_SECONDS)
            await socket.send("not json")
            self.assertEqual((await next_of_type(socket, "error"))["code"], 400)
        self.assertEqual(socket.close_code, 1000)

    async def test_a_frame_that_is_too_large_ends_its_socket_with_1009(self):
        async with websockets.connect(f"{CHAT}/?token={TOKEN}") as socket:
            await socket.send("x" * (LARGEST_FRAME + 1))
            with self.assertRaises(websockets.ConnectionClosed) as closed:
                await next_of_type(socket, "never")
            self.assertEqual(closed.exception.rcvd.code, 1009)


if __name__ == "__main__":
    unittest.main()
