<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>Error</name>
    <message>
        <source>Stopped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 does not exist. Check the path.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be opened: permission denied. Change its permissions or choose another place.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not a regular file. Choose a file, not a folder, pipe or device.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 could not be read: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 became shorter while it was open. Open it again when it is completely written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has %2 bytes, but such a file may have at most %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 could not be written: %2. Nothing was changed; choose another place or free some space.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is not enough memory for %1. Use a shorter text or a smaller model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not valid JSON: %3 at byte %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is nested deeper than %2 levels, which no real file of its kind is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has the key &quot;%2&quot; twice. Remove one of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; must be %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has no &quot;%2&quot;, which is needed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has no config.json. Choose the folder that holds config.json and the weights.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has no weights. Headscope reads model.safetensors, one file or sharded; copy it into the folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is a Git LFS pointer, not the weights themselves. Run &quot;git lfs pull&quot; in its folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is in a format that Headscope does not read (%2). Save the model as safetensors.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 holds only an adapter (LoRA or similar), not a model. Merge it into its base model and save that.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is quantised (%2), which Headscope does not compute. Use the original weights in F32, F16 or BF16.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is too short to be a safetensors file (%2 bytes). Download or save it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 claims a safetensors header of %2 bytes; at most %3 are allowed. The file is damaged or not safetensors.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 ends inside its safetensors header. The file is incomplete; download or save it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has a safetensors header that is not UTF-8 text. The file is damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has a damaged safetensors header: %2. Download or save it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 lists more than %2 tensors, which no model has.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 lists the tensor %2 twice. The file is damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: the bytes of tensor %2 overlap others or leave a gap. The file is damaged; save it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: tensor %2 has %3 bytes, but its shape and type need %4. The file is damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: the shape of tensor %2 is impossibly large. The file is damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: the elements of tensor %2 do not fill whole bytes. The file is damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has %2 bytes, but its header describes %3. The file is incomplete or damaged; download it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 names the shard &quot;%2&quot;, which is not a plain file name in the same folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 lists the shard %2, which is missing. Download or copy the whole folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has no tensor %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: tensor %2 is stored as %3, which Headscope does not compute. Save the model in F32, F16 or BF16.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is a model of type &quot;%2&quot;, which Headscope does not know. Known types: %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 is %3, which is not possible: %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 uses %2, which Headscope does not compute yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 lacks %2 tensors that the model needs: %3. Save the complete model again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: tensor %2 has the shape %3, but the configuration needs %4. Check that config.json belongs to these weights.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no head %1: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has no %2 in its weights, so it cannot be computed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 computes values that are not finite in layer %2. Its weights are damaged, or too large for 32 bits.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has no tokenizer (tokenizer.json, vocab.txt, or vocab.json with merges.txt). Add it, or give token ids.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not a usable tokenizer: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 uses the %2 &quot;%3&quot;, which Headscope does not have yet. Give token ids instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The text is not valid UTF-8 at byte %1. Save it as UTF-8.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing to look at: the input has no tokens. Type a text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The text has %1 tokens, but the model reads at most %2. Shorten it, or ask for it to be cut.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no token %1: the model&apos;s vocabulary has the ids 0 to %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The word &quot;%1&quot; is not in the text. Its words are: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The word &quot;%1&quot; stands more than once in the text. Choose one of: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no built-in example &quot;%1&quot;. Built in: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 does not end in a known format. Known for this: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no view &quot;%1&quot;. Views: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HeadType</name>
    <message>
        <source>No simple pattern: the weight follows what the tokens are</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of the weight goes to the previous token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of the weight goes to the next token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of the weight stays on the token itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Special tokens receive %1 of the weight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of the weight stays within two tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The entropy is %1 of its maximum: nearly even weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Self</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sink</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Local</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Broad</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Metric</name>
    <message>
        <source>nats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Entropy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How spread out a row of weights is: 0 when all weight is on one key, ln n when it is even over n keys. Mean over the queries that may see a key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Relative entropy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Entropy divided by the largest it could be for the keys each query may see: 0 = one key, 1 = even. Mean over the queries that may see at least two keys.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Max</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The largest weight of a row. Mean over the queries that may see at least two keys.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Distance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many tokens away a query looks, weighted by attention. Mean over the queries that may see a key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sink</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The share of weight on special tokens. Mean over the queries that may see a key.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>View</name>
    <message>
        <source>Layer %1 · Head %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>headscope::ui::HeadModel</name>
    <message>
        <source>Head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer and head, both counted from 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the pattern of the head looks like in this run</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>headscope::ui::Job</name>
    <message>
        <source>this computation</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>headscope::ui::MaxAttentionModel</name>
    <message>
        <source>Head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key with the largest weight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looks most at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The weight of that key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Positions of query and key, counted from 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Positions</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
