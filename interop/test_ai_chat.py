"""The AI chat between others' programs: a proxy of providers answers the portal, and OpenAI's clients ask the stub."""

import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.request

import openai

PORTAL = os.environ["PORTAL_URL"]
ADMIN = os.environ["TOKEN_ADMIN"]
MEMBER = os.environ["TOKEN_MEMBER"]
BINARY = os.environ["CLASSPORTAL"]
REPOSITORY = pathlib.Path(os.environ["REPOSITORY"])
PROXY = pathlib.Path(sys.executable).with_name("litellm")
ANSWER = "你好，这是代理的回答。"
SECONDS = 30
# The proxy imports for a while before it listens.
PROXY_SECONDS = 90

PROXY_CONFIG = f"""
model_list:
  - model_name: mocked
    litellm_params:
      model: openai/mocked
      api_key: none
      mock_response: "{ANSWER}"
  - model_name: limited
    litellm_params:
      model: openai/limited
      api_key: none
      mock_response: "litellm.RateLimitError"
"""


def request(method, path, body=None, bearer=MEMBER):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {bearer}", "Content-Type": "application/json"}
    return urllib.request.Request(PORTAL + path, data, headers, method=method)


def call(method, path, body=None, bearer=MEMBER):
    """The data of an answer of the API."""
    with urllib.request.urlopen(request(method, path, body, bearer), timeout=SECONDS) as answer:
        return json.load(answer)["data"]


def stream(body):
    """The events of a stream."""
    with urllib.request.urlopen(request("POST", "/api/ai-chat/chat/stream", body), timeout=SECONDS) as answer:
        text = answer.read().decode()
    return [json.loads(line[6:]) for line in text.splitlines() if line.startswith("data: ")]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class LiteLlm(unittest.TestCase):
    """The portal asks a proxy of LiteLLM, which makes its answers up."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        config = pathlib.Path(folder.name) / "config.yaml"
        config.write_text(PROXY_CONFIG, encoding="utf-8")
        cls.port = free_port()
        environment = os.environ | {"LITELLM_LOCAL_MODEL_COST_MAP": "True", "LITELLM_TELEMETRY": "False"}
        command = [PROXY, "--config", config, "--host", "127.0.0.1", "--port", str(cls.port)]
        log = open(pathlib.Path(folder.name) / "log", "w+", encoding="utf-8")
        cls.addClassCleanup(log.close)
        cls.proxy = subprocess.Popen(command, env=environment, stdout=log, stderr=subprocess.STDOUT)
        cls.addClassCleanup(cls.proxy.wait)
        cls.addClassCleanup(cls.proxy.terminate)
        deadline = time.monotonic() + PROXY_SECONDS
        while not cls.is_up():
            if cls.proxy.poll() is not None or time.monotonic() > deadline:
                log.seek(0)
                raise AssertionError(f"the proxy does not serve: {log.read()}")
            time.sleep(0.2)
        address = f"http://127.0.0.1:{cls.port}/v1"
        for name in ("mocked", "limited"):
            model = {"id": name, "label": name, "api_url": address, "api_key": "sk-none", "model": name}
            call("POST", "/api/ai-chat/admin/models", model, ADMIN)
            cls.addClassCleanup(call, "DELETE", f"/api/ai-chat/admin/models/{name}", None, ADMIN)

    @classmethod
    def is_up(cls):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{cls.port}/health/liveliness", timeout=SECONDS).close()
            return True
        except OSError:
            return False

    def setUp(self):
        self.conversation = call("POST", "/api/ai-chat/conversations", {})["id"]
        self.addCleanup(call, "DELETE", f"/api/ai-chat/conversations/{self.conversation}")

    def question(self, model):
        return {"conversation_id": self.conversation, "message": "你好", "model": model}

    def test_its_models_are_listed_and_its_connection_is_tested(self):
        listed = call("POST", "/api/ai-chat/admin/models/provider-models", {"id": "mocked"}, ADMIN)
        self.assertEqual(listed["models"], ["limited", "mocked"])
        tested = call("POST", "/api/ai-chat/admin/models/test", {"id": "mocked"}, ADMIN)
        self.assertTrue(tested["ok"], tested)

    def test_its_answer_comes_at_once(self):
        answer = call("POST", "/api/ai-chat/chat", self.question("mocked"))
        self.assertEqual((answer["content"], answer["model"]), (ANSWER, "mocked"))
        self.assertGreater(answer["usage"]["completion_tokens"], 0)

    def test_its_answer_comes_piece_by_piece(self):
        events = stream(self.question("mocked"))
        self.assertEqual("".join(event.get("content", "") for event in events), ANSWER)
        self.assertTrue(any("usage" in event for event in events))
        self.assertEqual(events[-1], {"done": True})

    def test_another_of_its_models_stands_in_for_one_that_is_limited(self):
        events = stream(self.question("limited"))
        self.assertEqual([event["model"] for event in events if event.get("fallback")], ["mocked"])
        self.assertEqual("".join(event.get("content", "") for event in events), ANSWER)


class Stub(unittest.TestCase):
    """OpenAI's own clients ask `classportal ai-stub`."""

    @classmethod
    def setUpClass(cls):
        command = [BINARY, "ai-stub", "--listen", "127.0.0.1:0"]
        cls.stub = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        cls.addClassCleanup(cls.stub.stdout.close)
        cls.addClassCleanup(cls.stub.wait)
        cls.addClassCleanup(cls.stub.terminate)
        cls.url = re.search(r"http://\S+", cls.stub.stdout.readline()).group()
        cls.client = openai.OpenAI(base_url=cls.url, api_key="sk-any", max_retries=0)
        cls.addClassCleanup(cls.client.close)

    def ask(self, model, **options):
        messages = [{"role": "user", "content": "hello"}]
        return self.client.chat.completions.create(model=model, messages=messages, **options)

    def test_python_reads_models_answers_usage_and_thoughts(self):
        self.assertEqual([model.id for model in self.client.models.list()][0], "stub")
        answer = self.ask("stub?tokens=3&thinking=2")
        self.assertEqual(answer.choices[0].message.content, "t0 t1 t2 ")
        self.assertEqual(answer.choices[0].message.reasoning_content, "想0 想1 ")
        self.assertEqual((answer.usage.completion_tokens, answer.usage.prompt_tokens_details.cached_tokens), (5, 60))

    def test_python_reads_a_stream(self):
        chunks = list(self.ask("stub?tokens=3&bytes=5", stream=True, stream_options={"include_usage": True}))
        texts = [chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices]
        self.assertEqual("".join(texts), "t0 t1 t2 ")
        self.assertEqual(chunks[-1].usage.total_tokens, 103)

    def test_python_knows_its_refusals_and_tools(self):
        with self.assertRaises(openai.AuthenticationError):
            self.ask("stub?status=401")
        with self.assertRaises(openai.RateLimitError):
            self.ask("stub?status=429")
        with self.assertRaises(openai.NotFoundError):
            self.ask("nothing")
        function = {"name": "web_search", "parameters": {"type": "object", "properties": {}}}
        answer = self.ask("stub?search=once", tools=[{"type": "function", "function": function}])
        self.assertEqual(answer.choices[0].message.tool_calls[0].function.name, "web_search")

    def test_node_reads_an_answer_and_a_stream(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "node_modules").symlink_to(REPOSITORY / "web" / "node_modules")
            script = pathlib.Path(folder) / "client.mjs"
            script.write_text(NODE_CLIENT, encoding="utf-8")
            run = subprocess.run(["node", script, self.url], capture_output=True, text=True, timeout=SECONDS)
        self.assertEqual((run.returncode, run.stdout), (0, '["t0 t1 ","t0 t1 t2 ",4,"429"]\n'), run.stderr)


NODE_CLIENT = """
import OpenAI from 'openai';

const client = new OpenAI({ baseURL: process.argv[2], apiKey: 'sk-any', maxRetries: 0 });
const messages = [{ role: 'user', content: 'hello' }];
const answer = await client.chat.completions.create({ model: 'stub?tokens=2', messages });
const options = { stream: true, stream_options: { include_usage: true } };
const stream = await client.chat.completions.create({ model: 'stub?tokens=3&thinking=1', messages, ...options });
let text = '';
let written = 0;
for await (const chunk of stream) {
  text += chunk.choices[0]?.delta.content ?? '';
  written = chunk.usage?.completion_tokens ?? written;
}
const refused = await client.chat.completions
  .create({ model: 'stub?status=429', messages })
  .then(() => 'none', (error) => String(error.status));
console.log(JSON.stringify([answer.choices[0].message.content, text, written, refused]));
"""


if __name__ == "__main__":
    unittest.main()
