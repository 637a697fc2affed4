"""docs/integrations.md, followed to the letter: every block of code runs, and stock libraries verify what is sent."""

import base64
import datetime
import hashlib
import hmac
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import unittest
import urllib.request

from standardwebhooks import Webhook

PORTAL = os.environ["PORTAL_URL"]
OWNER = os.environ["TOKEN_CLASSADMIN"]
REPOSITORY = pathlib.Path(os.environ["REPOSITORY"])
GUIDE = REPOSITORY / "docs" / "integrations.md"
SECONDS = 30
SCOPES = ["data:read", "data:write", "user:read", "message:read"]
# The port of the receivers in the guide.
GUIDE_PORT = "8000"


def blocks(guide, language):
    """The blocks of code of a language, in their order."""
    return re.findall(rf"^```{language}\n(.*?)^```", guide.read_text(encoding="utf-8"), re.S | re.M)


def call(method, path, body=None, bearer=OWNER):
    """The data of an answer of the API."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {bearer}", "Content-Type": "application/json"}
    request = urllib.request.Request(PORTAL + path, data, headers, method=method)
    with urllib.request.urlopen(request, timeout=SECONDS) as answer:
        return json.load(answer)["data"]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Guide(unittest.TestCase):
    def setUp(self):
        self.port = free_port()
        wanted = {"name": "作业助手", "scopes": SCOPES, "webhookUrl": f"http://127.0.0.1:{self.port}/"}
        self.issued = call("POST", "/api/integrations/tokens", wanted)
        self.path = f"/api/integrations/tokens/{self.issued['id']}"
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "node_modules").symlink_to(REPOSITORY / "web" / "node_modules")
        self.environment = os.environ | {
            "PORTAL": PORTAL,
            "TOKEN": self.issued["token"],
            "SECRET": self.issued["secret"],
            "WEBHOOK_SECRET": self.issued["webhook_secret"],
            "NO_PROXY": "127.0.0.1",
        }

    def file(self, name, text):
        file = self.folder / name
        file.write_text(text.replace(f"{GUIDE_PORT})", f"{self.port})"), encoding="utf-8")
        return str(file)

    def run_program(self, *command):
        done = subprocess.run(
            command, env=self.environment, cwd=self.folder, timeout=SECONDS, text=True, capture_output=True
        )
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def entry(self, key):
        return call("GET", f"/api/integration-data/{key}", bearer=self.issued["secret"])["value"]

    def receives(self, *command):
        """Starts a receiver, and answers the line that it prints of a ping."""
        receiver = subprocess.Popen(
            command, env=self.environment, cwd=self.folder, text=True, stdout=subprocess.PIPE
        )
        try:
            # The first attempts may come before it listens; they are repeated.
            call("POST", f"{self.path}/ping")
            # Sign-ins of the other clients come as well.
            return next(line for line in receiver.stdout if line.startswith("webhook.ping "))
        finally:
            receiver.kill()
            receiver.wait()
            receiver.stdout.close()

    def test_curl_sends_an_event_and_reads_what_it_has_stored(self):
        _, send, read = blocks(GUIDE, "bash")
        self.run_program("bash", "-euo", "pipefail", "-c", send)
        self.assertEqual(self.entry("homework.2026-09-01"), ["数学 第 3 题"])
        answer = json.loads(self.run_program("bash", "-euo", "pipefail", "-c", read))
        self.assertEqual(answer["data"]["value"], ["数学 第 3 题"])

    def test_python_sends_an_event(self):
        send, _ = blocks(GUIDE, "python")
        self.assertIn("data.set", self.run_program(sys.executable, self.file("send.py", send)))
        self.assertEqual(self.entry("homework.2026-09-02"), ["英语 听写"])

    def test_node_sends_an_event(self):
        send, _ = blocks(GUIDE, "javascript")
        self.assertIn("data.set", self.run_program("node", self.file("send.mjs", send)))
        self.assertEqual(self.entry("homework.2026-09-03"), ["物理 实验报告"])

    def test_python_receives_an_event_and_verifies_it(self):
        _, receive = blocks(GUIDE, "python")
        line = self.receives(sys.executable, self.file("receive.py", receive))
        self.assertIn("作业助手", line)

    def test_node_receives_an_event_and_verifies_it(self):
        _, receive = blocks(GUIDE, "javascript")
        line = self.receives("node", self.file("receive.mjs", receive))
        self.assertIn("作业助手", line)

    def test_the_signatures_of_the_guide_are_those_of_the_libraries(self):
        vector = json.loads(blocks(GUIDE, "json")[0])
        key = hashlib.sha256(vector["secret"].encode()).hexdigest()
        self.assertEqual(key, vector["key"])
        self.assertEqual("whsec_" + base64.b64encode(key.encode()).decode(), vector["webhook_secret"])
        signed = f"{vector['timestamp']}.{vector['body']}".encode()
        own = hmac.new(key.encode(), signed, hashlib.sha256).hexdigest()
        self.assertEqual("sha256=" + own, vector["x_service_signature"])
        at = datetime.datetime.fromtimestamp(int(vector["webhook_timestamp"]), datetime.timezone.utc)
        python = Webhook(vector["webhook_secret"]).sign(vector["webhook_id"], at, vector["body"])
        self.assertEqual(python, vector["webhook_signature"])
        script = (
            "import { Webhook } from 'standardwebhooks';"
            "const v = JSON.parse(process.env.VECTOR);"
            "const at = new Date(Number(v.webhook_timestamp) * 1000);"
            "console.log(new Webhook(v.webhook_secret).sign(v.webhook_id, at, v.body));"
        )
        self.environment["VECTOR"] = json.dumps(vector)
        node = self.run_program("node", self.file("sign.mjs", script))
        self.assertEqual(node.strip(), vector["webhook_signature"])

    def test_the_guide_says_the_same_code_in_both_languages(self):
        chinese = GUIDE.with_name("integrations.zh.md")
        for language in ["python", "javascript", "json"]:
            self.assertEqual(blocks(chinese, language), blocks(GUIDE, language))
        self.assertEqual(blocks(chinese, "bash")[1:], blocks(GUIDE, "bash")[1:])


if __name__ == "__main__":
    unittest.main()
